import type { NextConfig } from "next"

const config: NextConfig = {
  headers: async () => [
    // Confirming a terminal's login must not work inside of somebody else's page.
    { source: "/handler/:path*", headers: [{ key: "content-security-policy", value: "frame-ancestors 'none'" }] }
  ]
}

export default config
