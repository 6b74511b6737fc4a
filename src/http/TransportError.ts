/**
 * The transport's error, where the transport is. It is declared in `domain`, because operations refuse an input
 * that cannot be read before there is a transport.
 */
export * from "../domain/TransportError.ts"
