/** The URL of the built-in receiver. */
export const receiverUrl = "emulator:receiver"

/** An endpoint in words. */
export const formatUrl = (url: string): string => (url === receiverUrl ? "Built-in receiver" : url)
