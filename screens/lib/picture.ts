/** How large pictures are kept, in pixels. */
const size = 256

/** Cuts the middle square out of an image file and makes it small: a data URL, as the service takes pictures. */
export const readPicture = async (file: File): Promise<string> => {
  const image = await createImageBitmap(file)
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement("canvas")
  canvas.width = size
  canvas.height = size
  const left = (image.width - side) / 2
  const top = (image.height - side) / 2
  canvas.getContext("2d")?.drawImage(image, left, top, side, side, 0, 0, size, size)
  image.close()
  return canvas.toDataURL("image/webp", 0.85)
}
