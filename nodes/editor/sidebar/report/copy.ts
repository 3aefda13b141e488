/**
 * Puts what a field holds on the clipboard, and leaves it selected. Browsers hand out their clipboard over TLS or to this
 * computer alone: elsewhere it is asked for as by the keyboard. False where neither is allowed.
 */
export async function copied(field: HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  const isWritten = clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  return (await isWritten) || document.execCommand('copy');
}
