/** IP addresses are recognized as Node recognizes them. */
import { isIP } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isIp, networkOf } from "../../../src/domain/text/IpAddress.ts"

const edges =
  `1.2.3|1.2.3.4|01.2.3.4|1.2.3.256|0x1.2.3.4|1.2.3.4.| 1.2.3.4|１.2.3.4|127.1||::|::1|1::2::3|::ffff:1.2.3.4
|::1.2.3|fe80::1%eth0|fe80::1%|[::1]|::1]|g::1|::1/64|1:2:3:4:5:6:7:8|1:2:3:4:5:6:7:8:9|1:2:3:4:5:6:7|12345::
|example.com|::1@x|:|:1`
    .replaceAll("\n", "")
    .split("|")

const agree = (text: string) => {
  expect([text, isIp(text)]).toStrictEqual([text, isIP(text) !== 0])
}

describe("IpAddress", () => {
  it("tells addresses like Node", () => {
    edges.forEach(agree)
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), agree))
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."0123af:.%"), maxLength: 20 }), agree), { numRuns: 500 })
  })

  it.each([
    ["198.51.100.1", "198.51.100.1"],
    ["198.51.100.1:5678", "198.51.100.1"],
    ["::ffff:198.51.100.1", "198.51.100.1"],
    ["[2001:db8:0:1::5]:443", "2001:db8:0:1::/64"],
    ["2001:0db8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["2001:DB8:1::", "2001:db8:1:0::/64"],
    ["2001:db8::5:6:7:8:9", "2001:db8:0:5::/64"],
    ["0:00:100:0a:1:2:3:4", "0:0:100:a::/64"],
    ["[2001:db8:0:1::5]", "2001:db8:0:1::/64"],
    ["[198.51.100.1]:80", "198.51.100.1"],
    ["::FFFF:198.51.100.1", "198.51.100.1"],
    ["198.51.100.1%eth0", "198.51.100.1"],
    ["198.51.100.1.2", "unknown"],
    ["x198.51.100.1", "unknown"],
    ["198.51.100.1:x", "unknown"],
    ["1234.51.100.1", "unknown"],
    ["198.51.100", "unknown"],
    ["2001:db8::g", "unknown"],
    ["x2001:db8::1", "unknown"],
    ["1", "unknown"],
    [`${"0000:".repeat(7)}00001`, "unknown"],
    ["", "unknown"],
    ["nonsense", "unknown"],
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7:4711", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::6]:443", "2001:db8:1:2::/64"],
    ["2001:0DB8::1", "2001:db8:0:0::/64"],
    ["a[::1]", "unknown"],
    ["[::1]b", "unknown"],
    ["somewhere", "unknown"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:00ff:1:2:3:4", "2001:db8:0:ff::/64"],
    ["fe80::1%lo0", "fe80:0:0:0::/64"],
    ["::ffff:c000:0201", "192.0.2.1"],
    ["[0:0:0:0:0:FFFF:c000:201]:443", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::fffe:c000:201", "0:0:0:0::/64"],
    ["999.1.1.1", "unknown"],
    ["::ffff:999.1.1.1", "unknown"]
  ])("the network of %j is %s", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
