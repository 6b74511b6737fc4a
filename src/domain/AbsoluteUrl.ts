/** Whether a text is an absolute URL; whether it is trusted is the service's to decide. */
export const isAbsoluteUrl = (text: string): boolean => URL.canParse(text)
