import type { PartModule } from '@platform/client-sdk'
import type { BuildFacts, SiteFacts } from '../thread/state.ts'
import type { DrawnStream } from './draw-stream.tsx'
import type { Drawing } from './drawing.ts'

/** How often a page asks for another build. Milliseconds. */
const PAUSE = 500

/**
 * Takes up what the development server has built anew: the client parts alone where nothing else changed, and otherwise
 * by loading the page again. What is written stays.
 *
 * @param drawing - the stream. A page that nobody has used yet is drawn for that, because only then it can be changed.
 */
export function followBuild({ root }: Pick<SiteFacts, 'root'>, first: BuildFacts, drawing: Drawing): void {
  let current = first
  const ask = async () => {
    const next = await fetch(`${root}/api/v1/client-build`).then(
      answer => (answer.ok ? (answer.json() as Promise<BuildFacts>) : null),
      () => null,
    )
    if (next && next.id !== current.id) {
      const drawn = await drawing.begin().catch(() => null)
      if (!drawn || !(await takeUp(drawn.stream, { current, next }))) return location.reload()
      current = next
    }
    // A page in another tab asks once it is looked at again.
    if (document.visibilityState === 'visible') setTimeout(() => void ask(), PAUSE)
    else document.addEventListener('visibilitychange', () => void ask(), { once: true })
  }
  void ask()
}

/** Puts parts that were built anew in place of the former ones. @returns whether that was possible. */
async function takeUp(
  { slots }: DrawnStream['stream'],
  { current, next }: { readonly current: BuildFacts; readonly next: BuildFacts },
): Promise<boolean> {
  const isSame = next.kit === current.kit && next.documents === current.documents
  if (!isSame || next.list === null || next.parts.join() !== current.parts.join()) return false
  const { partModules } = (await import(/* @vite-ignore */ addressOf(next.list)).catch(() => ({
    partModules: [],
  }))) as {
    partModules: readonly PartModule[]
  }
  await replaceStyle(addressOf(current.style), addressOf(next.style))
  return slots.replaceParts(partModules)
}

/** The files of all builds are beside this one. */
const addressOf = (file: string) => new URL(file, import.meta.url).href

/** Loads the style sheet of the build before the former one goes, so that nothing is shown without a style. */
async function replaceStyle(before: string, address: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const former = links.find(({ href }) => href === before)
  if (!former || before === address) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
  const loaded = new Promise(resolve => {
    link.onload = resolve
    link.onerror = resolve
  })
  former.after(link)
  await loaded
  former.remove()
}
