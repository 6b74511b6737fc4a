import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isIP, isIPv6 } from "node:net"
import { isIp, isIpv6 } from "../../src/emulator/IpAddress.ts"

const edges =
  `1.2.3|1.2.3.4|01.2.3.4|1.2.3.256|0x1.2.3.4|1.2.3.4.| 1.2.3.4|１.2.3.4|127.1||::|::1|1::2::3|::ffff:1.2.3.4
|::1.2.3|fe80::1%eth0|fe80::1%|[::1]|::1]|g::1|::1/64|1:2:3:4:5:6:7:8|1:2:3:4:5:6:7:8:9|1:2:3:4:5:6:7|12345::
|example.com|::1@x|:|:1`
    .replaceAll("\n", "")
    .split("|")

const agree = (text: string) => {
  expect([text, isIpv6(text)]).toStrictEqual([text, isIPv6(text)])
  expect([text, isIp(text)]).toStrictEqual([text, isIP(text) !== 0])
}

describe("IpAddress", () => {
  it("tells addresses like Node", () => {
    edges.forEach(agree)
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), agree))
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."0123af:.%"), maxLength: 20 }), agree), { numRuns: 500 })
  })
})
