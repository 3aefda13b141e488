/** The last trouble, for all who follow it. */
export function createTrouble() {
  const followers = new Set<(trouble: string | undefined) => void>();
  let last: string | undefined;
  return {
    tell(trouble: string | undefined): void {
      last = trouble;
      for (const hear of [...followers]) hear(trouble);
    },
    follow(hear: (trouble: string | undefined) => void): () => void {
      followers.add(hear);
      if (last !== undefined) hear(last);
      return () => void followers.delete(hear);
    },
  };
}
