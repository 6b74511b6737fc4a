/** All that is photographed without a package from the registry: the screens, the console and the demo. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Text } from "../../screens/text/en.ts"
import * as ConsolePages from "./ConsolePages.ts"
import * as DemoPages from "./DemoPages.ts"
import type { Album, Shot } from "./gallery.ts"
import { enter, type Screen, screens, texts, type Who } from "./pages.ts"
import * as Worlds from "./Worlds.ts"

const whos: ReadonlyArray<Who> = ["nobody", "user", "new user", "guest"]

const albumsOfScreens =
  (language: string, t: Text) =>
  (world: Worlds.ScreensWorld): ReadonlyArray<Album> =>
    whos.map((who) => ({
      language,
      url: world.app.url,
      enter: (page) => enter[who]({ page, t, world }),
      shots: screens
        .filter((screen) => screen.who === who)
        // The emulator's own page has one language.
        .filter(({ name }) => language === "en" || !name.startsWith("provider"))
        .map(({ name, open }: Screen): Shot => ({
          area: name.startsWith("provider") ? "provider" : "screens",
          name,
          language,
          open: (page) => open({ page, t, world })
        }))
    }))

const albumsOfConsole = (world: Worlds.ConsoleWorld): ReadonlyArray<Album> => {
  const of = (shots: ReadonlyArray<Shot>, url?: string): Album => ({
    language: "en",
    url: world.emulator.baseUrl,
    enter: async (page) => {
      if (url !== undefined) await page.goto(url)
    },
    shots
  })
  return [
    of(ConsolePages.locked(world)),
    of(ConsolePages.emptyConsole(world), world.emptyUrl),
    of(ConsolePages.console(world), world.url)
  ]
}

const albumsOfDemo = (world: Worlds.DemoWorld): ReadonlyArray<Album> => {
  const of = (shots: ReadonlyArray<Shot>, who?: 0 | 1): Album => ({
    language: "en",
    url: world.demo.url,
    enter: who === undefined ? async () => undefined : DemoPages.enter(world, who),
    shots
  })
  return [of(DemoPages.forVisitors(world)), of(DemoPages.forUsers(world), 1), of(DemoPages.forAdmins(world), 0)]
}

/** Albums that share an emulator, whose pictures show what others of them have done. */
export interface Shelf {
  readonly language: string
  readonly albums: Effect.Effect<ReadonlyArray<Album>, unknown, Scope.Scope>
}

/** What can be photographed by itself. */
export const parts = {
  screens: Object.entries(texts).map(([language, t]) => ({
    language,
    albums: Effect.map(Worlds.screens, albumsOfScreens(language, t))
  })),
  console: [{ language: "en", albums: Effect.map(Worlds.console, albumsOfConsole) }],
  demo: [{ language: "en", albums: Effect.map(Worlds.demo, albumsOfDemo) }]
} satisfies Readonly<Record<string, ReadonlyArray<Shelf>>>

export type PartName = keyof typeof parts

export const partNames: ReadonlyArray<PartName> = ["screens", "console", "demo"]
