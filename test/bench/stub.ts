/**
 * A service that answers at once: the current user, and renewed access tokens. Run as a process of its own, it prints
 * its URL. `GET /count` tells how many requests and refreshes came, and starts again at zero.
 */
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { accessToken, userJson } from "./wire.ts"

let users = 0
let refreshes = 0

const json = (response: http.ServerResponse, body: string): void => {
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-stack-actual-status": "200",
    "x-stack-request-id": "benchmark"
  })
  response.end(body)
}

const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume()
  const path = request.url ?? ""
  if (path === "/count") {
    json(response, JSON.stringify({ users, refreshes }))
    users = 0
    refreshes = 0
  } else if (path === "/api/v1/auth/oauth/token") {
    refreshes++
    // As long as a fast service needs: callers must find the refresh under way.
    setTimeout(() => {
      const token = accessToken(Math.floor(Date.now() / 1000), 3600)
      json(response, JSON.stringify({ access_token: token, token_type: "Bearer", expires_in: 3600, scope: "legacy" }))
    }, 20)
  } else {
    users++
    json(response, userJson)
  }
})

server.listen(0, "127.0.0.1", 4096, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
