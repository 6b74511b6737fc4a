/** A picture as users may upload it: in a data URL of at most a million characters. */
const maxLength = 1_000_000

type Picture =
  | { readonly url: string; readonly problem?: undefined }
  | { readonly url?: undefined; readonly problem: string }

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")))
    reader.readAsDataURL(file)
  })

/** Reads a file that the user has chosen, or says why it cannot be their picture. */
export const readPicture = async (file: File): Promise<Picture> => {
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) {
    return { problem: "That is not a picture. Choose a PNG, JPEG, GIF or WebP file." }
  }
  // Base64 takes four characters for three bytes.
  if (file.size > (maxLength * 3) / 4 - 100) {
    return { problem: `The picture is too large: ${Math.ceil(file.size / 1000)} kB. It may have 700 kB.` }
  }
  try {
    return { url: await dataUrlOf(file) }
  } catch {
    return { problem: "The file could not be read." }
  }
}
