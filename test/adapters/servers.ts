/**
 * The same small app behind each adapter: `/me` answers whose request it is, by any method, and for pages `POST
 * /sign-in` signs the person in.
 */
import * as NodeHttp from "node:http"
import express from "express"
import { Hono } from "hono"
import { RouterContextProvider } from "react-router"
import { createRequestAuth } from "../../src/backend/request/RequestAuth.ts"
import { createExpressAuth } from "../../src/express/ExpressAuth.ts"
import { createHonoAuth } from "../../src/hono/HonoAuth.ts"
import { createReactRouterAuth } from "../../src/react-router/server.ts"
import { createPageRequests, type PageOptions, type PageRequest } from "../../src/ssr/PageRequests.ts"
import { createTanStackStartAuth } from "../../src/tanstack-start/server.ts"
import { person } from "../ssr/renderingApp.ts"
import { listen } from "../support/listen.ts"

/** An app behind an adapter. */
export interface Server {
  readonly handle: (request: Request) => Promise<Response>
  readonly dispose?: () => Promise<void>
}

/** Makes an app; `worked` is called when work of the app runs. */
type Make = (options: PageOptions, worked: () => void) => Server | Promise<Server>

const answerPage = (worked: () => void) => async (request: Request, page: PageRequest) => {
  worked()
  if (new URL(request.url).pathname === "/sign-in") {
    await page.password.signIn(person)
    return new Response("never")
  }
  return new Response((await page.getUser({ or: "redirect" })).id)
}

/** Servers of an API: they answer 401 to strangers. */
export const apis: Readonly<Record<string, Make>> = {
  createRequestAuth: (options, worked) => {
    const auth = createRequestAuth(options)
    const handle = auth.protect((_, session) => {
      worked()
      return new Response(session.userId)
    })
    return { handle, dispose: auth.dispose }
  },
  Hono: (options, worked) => {
    const auth = createHonoAuth(options)
    const app = new Hono().all("/me", auth.signedIn(), (c) => {
      worked()
      return c.text(c.var.session.userId)
    })
    return { handle: async (request) => app.fetch(request), dispose: auth.dispose }
  },
  Express: async (options, worked) => {
    const auth = createExpressAuth(options)
    const app = express()
    app.all("/me", auth.signedIn(), (request, response) => {
      worked()
      response.send(auth.sessionOf(request).userId)
    })
    const server = NodeHttp.createServer(app)
    const port = await listen(server)
    return {
      handle: (request) => send(port, request),
      dispose: async () => {
        server.closeAllConnections()
        server.close()
        await auth.dispose()
      }
    }
  }
}

/** Servers of pages: they redirect strangers to the sign-in page. */
export const pages: Readonly<Record<string, Make>> = {
  createPageRequests: (options, worked) => {
    const requests = createPageRequests(options)
    const answer = answerPage(worked)
    return { handle: (request) => requests.handle(request, (page) => answer(request, page)) }
  },
  "React Router": (options, worked) => {
    const auth = createReactRouterAuth(options)
    const answer = answerPage(worked)
    return {
      handle: async (request) => {
        const context = new RouterContextProvider()
        const args = { context, request, url: new URL(request.url), params: {}, pattern: "*" }
        const answered = await auth.middleware(args as never, () => answer(request, context.get(auth.page)))
        if (!(answered instanceof Response)) throw new Error("no response")
        return answered
      }
    }
  },
  "TanStack Start": (options, worked) => {
    const auth = createTanStackStartAuth(options)
    const answer = answerPage(worked)
    return {
      handle: (request) =>
        auth.middleware({ request, next: async () => ({ response: await answer(request, auth.page()) }) })
    }
  }
}

/** Sends a request over a socket with just these headers, which `fetch` would not do. */
const send = (port: number, request: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { host, pathname, search } = new URL(request.url)
    // A proxy in front of the server tells how the browser came.
    const headers = { host, "x-forwarded-proto": "https", ...Object.fromEntries(request.headers) }
    NodeHttp.request(
      { host: "127.0.0.1", port, path: pathname + search, method: request.method, headers },
      (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.once("end", () => {
          const received = new Headers()
          for (let i = 0; i < answer.rawHeaders.length; i += 2) {
            received.append(answer.rawHeaders[i]!, answer.rawHeaders[i + 1]!)
          }
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode!, headers: received }))
        })
      }
    )
      .once("error", reject)
      .end()
  })
