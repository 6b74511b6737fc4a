/**
 * Pictures of users, teams and members. Users choose their URLs, and other people's apps use them in `src` and `href`.
 */

const uploaded = "data:image\\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z\\d+/]+={0,2}$"
const upload = RegExp(`^${uploaded}`, "i")
const picture = RegExp(`^(?:https?:\\/\\/|${uploaded})`, "i")

/** Whether a URL is one of an uploaded image: a base64 `data:` URL of pixels, for SVG is a document with scripts. */
export const isUploaded = (url: string): boolean => upload.test(url)

/** Whether a URL is one of a picture: http(s), or an uploaded image. */
export const isPicture = (url: string): boolean => picture.test(url)

/** The URL if it is one of a picture; null for any other text, such as `javascript:`. */
export const toPicture = (url: string | null): string | null => (url !== null && isPicture(url) ? url : null)
