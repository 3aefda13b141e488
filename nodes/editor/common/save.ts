/** Hands a text to the browser as a file; of `name` is kept what any file system takes. */
export function saveText(text: string, name: string, { extension, type }: { extension: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'dayahead';
  $('<a>')
    .attr({ href: url, download: `${slug}.${extension}` })[0]
    ?.click();
  URL.revokeObjectURL(url);
}
