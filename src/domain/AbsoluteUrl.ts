/** Whether a text is an absolute URL; whether it is trusted is the service's to decide. */
export const isAbsoluteUrl = (text: string): boolean => URL.canParse(text)

/** Whether a text is the URL of a page of the web, and not of a script or an app. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
