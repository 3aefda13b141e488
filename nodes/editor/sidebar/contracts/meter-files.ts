/** The files as the server takes them, packed: Node-RED takes no more than 5 MB at a time. */
export const gzippedFiles = (
  files: readonly File[],
): Promise<readonly { readonly name: string; readonly data: string }[]> =>
  Promise.all(files.map(async (file) => ({ name: file.name, data: await base64(await gzipped(file)) })));

const gzipped = (file: File): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
