import type { NextConfig } from "next"

const config: NextConfig = {
  headers: async () => [
    // Confirming a terminal login must not work inside another site's page.
    { source: "/handler/:path*", headers: [{ key: "content-security-policy", value: "frame-ancestors 'none'" }] }
  ]
}

export default config
