// The settings of a project in git: gatefold config diff, gatefold config push
import { defineConfig, secretFromEnv } from "gatefold/config-file"

export default defineConfig({
  auth: {
    password: { allowSignIn: true },
    passkey: { allowSignIn: true },
    oauth: {
      providers: {
        google: {
          type: "google",
          allowSignIn: true,
          isShared: false,
          clientId: "1234-abcd.apps.googleusercontent.com",
          clientSecret: secretFromEnv("GOOGLE_CLIENT_SECRET")
        },
        "acme-okta": {
          type: "custom_oidc",
          displayName: "Acme",
          issuerUrl: "https://acme.okta.com",
          allowSignIn: true,
          isShared: false,
          clientId: "0oa1b2c3",
          clientSecret: secretFromEnv("OKTA_CLIENT_SECRET")
        }
      }
    }
  },
  domains: {
    trustedDomains: {
      app: { baseUrl: "https://app.example.com" }
    }
  },
  rbac: {
    permissions: {
      edit_invoices: { description: "Edit invoices", containedPermissionIds: { read_invoices: true } },
      read_invoices: {}
    }
  },
  teams: { allowClientTeamCreation: true }
})
