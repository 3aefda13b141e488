/** The same answers, each worked out once. */
export function remembered<From, To>(answer: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const to = answer(from);
    known.set(from, to);
    return to;
  };
}
