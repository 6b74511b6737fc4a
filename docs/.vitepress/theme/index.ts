import { h, onMounted } from "vue"
import { onContentUpdated } from "vitepress"
import theme from "vitepress/theme-without-fonts"
import { listenForForms, updateForms } from "./forms.ts"
import "./site.css"

/** The playground on the front page, small and live. */
const playground = () =>
  h("section", { class: "try" }, [
    h("h2", "Try it here"),
    h("p", "This program runs in your browser, with the emulator. Change it and run it."),
    h("iframe", { src: "/playground/?example=sign-up", title: "Playground", loading: "lazy" })
  ])

export default {
  extends: theme,
  Layout: {
    setup: () => {
      onMounted(listenForForms)
      onContentUpdated(updateForms)
      return () => h(theme.Layout, null, { "home-features-before": playground })
    }
  }
}
