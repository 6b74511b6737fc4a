import { onContentUpdated } from "vitepress"
import theme from "vitepress/theme-without-fonts"
import { h, onMounted } from "vue"
import signIn from "../../images/screens-sign-in.png"
import { listenForForms, updateForms } from "./forms.ts"
import "./site.css"

/** The sign-in page, in the theme of the reader: each half of the picture is one. */
const picture = () =>
  h("img", { alt: "The sign-in page that Gatefold copies into your app", class: "screen", src: signIn })

/** The playground on the front page, small and live. */
const playground = () =>
  h("section", { class: "front try" }, [
    h("h2", "Try it here"),
    h("p", "This program runs in your browser, with the emulator. Change it and run it."),
    h("iframe", { src: "/playground/?example=sign-up", title: "Playground", loading: "lazy" })
  ])

const service = (name: string, where: string) => h("li", [h("strong", name), h("span", where)])

/** Where each part runs, as a picture made of text. */
const parts = () =>
  h("section", { class: "front parts" }, [
    h("h2", "The parts"),
    h(
      "p",
      "Gatefold is an SDK in your app. The service stores your users. Only its URL and your keys change between development and production."
    ),
    h("div", { class: "picture" }, [
      h("div", { class: "box" }, [
        h("h3", "Your app"),
        h("p", "Pages in browsers, and your API on servers"),
        h("div", { class: "box inner" }, [
          h("h3", "Gatefold"),
          h("p", "Keeps sessions, retries requests, types errors and guards your API")
        ])
      ]),
      h("p", { class: "arrow" }, "HTTPS"),
      h("div", { class: "box" }, [
        h("h3", "The service"),
        h("p", "Stack Auth, today Hexclave: users, teams and keys"),
        h("ul", [
          service("The emulator", "on your machine and in CI"),
          service("Hosted", "by the vendor"),
          service("Self-hosted", "on your servers, with your database")
        ])
      ])
    ])
  ])

export default {
  extends: theme,
  Layout: {
    setup: () => {
      onMounted(listenForForms)
      onContentUpdated(updateForms)
      return () =>
        h(theme.Layout, null, {
          "home-hero-image": picture,
          "home-features-before": playground,
          "home-features-after": parts
        })
    }
  }
}
