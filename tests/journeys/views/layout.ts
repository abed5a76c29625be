import { textsFolder } from '../../../apps/server/test/languages/folder.ts'
import { LONG, MIRRORED } from '../../../apps/server/test/languages/pseudo-languages.ts'
import { misfits } from './rectangles.ts'
import { show, type View, widen } from './view.ts'
import { type Gallery, openGallery } from './views.ts'

const WIDTHS = [320, 360, 412, 768, 1280]

interface Shown {
  readonly lang?: string
  /** Whether scripts run. Without them nothing is prepared. */
  readonly script?: boolean
}

/** Every view, in English, in a language with long texts (`de`) and in one from right to left (`he`). */
export interface Layout extends AsyncDisposable {
  readonly gallery: Gallery
  /** What does not fit on the views in each of five widths, by view and width. */
  misfitsOf(views: readonly View[], shown?: Shown): Promise<Record<string, string[]>>
}

/** Opens the gallery with these languages. */
export async function openLayout(): Promise<Layout> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await textsFolder({ 'de.json': LONG, 'he.json': MIRRORED }))
  const gallery = opened.use(
    await openGallery({
      env: { PLATFORM_TRANSLATIONS: folder.path },
      organizationName: 'The Chronicle of the Upper Canal',
    }),
  )
  const kept = opened.move()
  return {
    gallery,
    async misfitsOf(views, { lang, script = true } = {}) {
      const page = await gallery.visited.open('about:blank', { reducedMotion: 'reduce', javaScriptEnabled: script })
      const found: Record<string, string[]> = {}
      for (const view of views) {
        const shown = await show(gallery.visited, view, { page, lang, script })
        for (const width of WIDTHS) {
          await widen(shown, width)
          const misfit = await misfits(shown)
          if (misfit.length > 0) found[`${view.name} at ${width}`] = misfit
        }
        // These readers have asked for less motion.
        const moves = await shown.evaluate(() => document.getAnimations().length)
        if (moves > 0) found[view.name] = [`${moves} elements move`]
      }
      await page.context().close()
      return found
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
