/** A receiver of traces, metrics and logs over OTLP/HTTP with JSON, as collectors have one. */
import { createServer } from "node:http"
import { listen } from "./listen.ts"
import { waitMillis } from "./patience.ts"

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Exported {
  readonly resource?: { readonly attributes?: ReadonlyArray<Attribute> }
  readonly scopeSpans?: ReadonlyArray<{ readonly spans: ReadonlyArray<RawSpan> }>
  readonly scopeMetrics?: ReadonlyArray<{ readonly metrics: ReadonlyArray<Metric> }>
  readonly scopeLogs?: ReadonlyArray<{ readonly logRecords: ReadonlyArray<RawLog> }>
}

interface RawSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<Attribute>
}

interface RawLog {
  readonly body: Attribute["value"]
  readonly traceId?: string
  readonly spanId?: string
  readonly attributes: ReadonlyArray<Attribute>
}

/** A metric as it was exported. */
export interface Metric {
  readonly name: string
  readonly unit?: string
}

/** A span, with the name of its program. */
export interface Span extends Omit<RawSpan, "attributes"> {
  readonly service: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A log line, with the span that it belongs to. */
export interface Log extends Omit<RawLog, "attributes" | "body"> {
  readonly message: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const readValue = (value: Attribute["value"]): unknown => Object.values(value)[0]

const readAttributes = (attributes: ReadonlyArray<Attribute> = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))

/** Starts one on a free port. */
export const start = async () => {
  const texts: Array<string> = []
  const spans: Array<Span> = []
  const metrics: Array<Metric> = []
  const logs: Array<Log> = []
  const waiting = new Set<() => void>()
  const take = ({ resource, scopeLogs = [], scopeMetrics = [], scopeSpans = [] }: Exported) => {
    const service = String(readAttributes(resource?.attributes)["service.name"])
    for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
      spans.push({ ...span, service, attributes: readAttributes(span.attributes) })
    }
    metrics.push(...scopeMetrics.flatMap((scope) => scope.metrics))
    for (const { attributes, body, ...log } of scopeLogs.flatMap((scope) => scope.logRecords)) {
      logs.push({ ...log, message: String(readValue(body)), attributes: readAttributes(attributes) })
    }
  }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (request.method !== "POST") {
        response.writeHead(405).end()
        return
      }
      const text = Buffer.concat(chunks).toString()
      const body = JSON.parse(text) as Readonly<Record<string, ReadonlyArray<Exported>>>
      texts.push(text)
      for (const exported of Object.values(body).flat()) take(exported)
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
      for (const look of waiting) look()
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    /** The exports as they came. */
    texts,
    spans,
    metrics,
    logs,
    /** Waits until a value comes with an export. */
    until: <A>(what: string, find: () => A | undefined): Promise<A> =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(limit)
          waiting.delete(look)
        }
        const look = () => {
          const found = find()
          if (found === undefined) return
          end()
          resolve(found)
        }
        const limit = setTimeout(() => {
          end()
          reject(new Error(`${what} never came`))
        }, waitMillis)
        waiting.add(look)
        look()
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}
