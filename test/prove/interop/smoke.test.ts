/**
 * A part of `npm run prove -- interop`: the published SDKs against an emulator that is both generations of the service.
 */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../../browser/Chromium.ts"
import { calls } from "./calls.ts"
import * as inChromium from "./inChromium.ts"
import * as inNode from "./inNode.ts"
import { runCall, type Platform } from "./run.ts"
import * as Sdk from "./Sdk.ts"
import * as Service from "./Service.ts"

const names = [
  "app.signUpWithCredential",
  "app.getUser: another app with the same tokens",
  "user.signOut",
  "user.createTeam, user.listTeams, user.getTeam",
  "serverApp.createUser, serverApp.getUser"
]

const passes = (version: string, platform: () => readonly [Platform, Service.Service]) =>
  it.each(names)("succeeds with %s", async (name) => {
    const [place, service] = platform()
    const call = calls.find((call) => call.name === name)!
    const outcome = await runCall(call, place, service, { version, service: "both", platform: place.name })
    expect(outcome).toStrictEqual({ _tag: "Passed" })
  })

const sdks = await Promise.all(Sdk.currentVersions.map(Sdk.install))

describe.each(sdks)("the SDK $version in Node", (sdk) => {
  let service: Service.Service
  beforeAll(async () => {
    service = await Service.start("both")
  })
  afterAll(() => service.close())

  passes(sdk.version, () => [inNode.open(sdk, service), service])
})

describe.each(sdks.slice(-1))("the SDK $version in Chromium", (sdk) => {
  let service: Service.Service
  let site: inChromium.Site
  let browser: Browser
  let platform: Platform
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([inChromium.serve(sdk), Chromium.launch()])
    service = await Service.start("both", site.trustedOrigin)
    platform = await inChromium.open(browser, site, service)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await service?.close()
  })

  passes(sdk.version, () => [platform, service])
})
