/** Makes the browser save a text as a file. */
export function saveFile({ name, type, text }: { name: string; type: string; text: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // Safari reads the file only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
