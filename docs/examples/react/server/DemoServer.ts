/**
 * The demo's server: the example backend, what developers need, and the app's files, for one project of an emulator.
 */
import { Clock, Layer, Redacted } from "effect"
import { HttpRouter, HttpServerResponse, HttpStaticServer } from "effect/http"
import { AdminApp } from "gatefold/admin"
import { Emulator } from "gatefold/emulator"
import { Authentication, Routes } from "../../backend/Routes.ts"
import { DeveloperRoutes } from "./DeveloperRoutes.ts"
import { LoopbackOnly } from "./LoopbackOnly.ts"
import type { DemoProject } from "./Project.ts"

/** The app's settings, without secrets. */
const settings = (apiUrl: string, { projectId, publishableClientKey }: DemoProject) =>
  HttpRouter.add(
    "GET",
    "/settings.json",
    HttpServerResponse.jsonUnsafe(
      { projectId, publishableClientKey: Redacted.value(publishableClientKey), apiUrl },
      { headers: { "cache-control": "no-store" } }
    )
  )

/** The apps of the project. */
export const apps = (emulator: Emulator["Service"], project: DemoProject, appUrl: string) =>
  AdminApp.layer({ ...project, apiUrl: emulator.baseUrl, appUrl })

/** Serves the files of a folder, and everything else, with the `HttpServer` in context. */
export const layer = (emulator: Emulator["Service"], project: DemoProject, appUrl: string, folder: string) => {
  // a path without an extension is a page of the app
  const files = HttpStaticServer.layer({ root: folder, spa: true, cacheControl: "no-cache" })
  const forDevelopers = DeveloperRoutes.pipe(Layer.provide(Authentication))
  const all = Layer.mergeAll(Routes, forDevelopers, LoopbackOnly, settings(emulator.baseUrl, project), files)
  return HttpRouter.serve(all, { disableListenLog: true, disableLogger: true }).pipe(
    Layer.provide(apps(emulator, project, appUrl)),
    Layer.provide(Layer.succeed(Emulator, emulator)),
    // tokens expire here when they expire there
    Layer.provide(Layer.succeed(Clock.Clock, emulator.clock))
  )
}
