import type { SiteFacts } from '../thread/state.ts'

/** How often a page asks for another build. Milliseconds. */
const PAUSE = 300

/** Loads the page again once the development server has built the client parts anew. What is written stays. */
export function followBuild({ build, root }: Pick<SiteFacts, 'build' | 'root'>): void {
  const ask = async () => {
    const now = await fetch(`${root}/api/v1/client-build`).then(
      answer => (answer.ok ? answer.text() : null),
      () => null,
    )
    if (now !== null && now !== build) location.reload()
    else setTimeout(() => void ask(), PAUSE)
  }
  void ask()
}
