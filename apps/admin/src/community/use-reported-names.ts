import { useEffect, useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ReportedNames } from '../documents/generated.ts'
import type { ReportedNameFragment } from '../documents/types.ts'
import { type Pages, usePages } from '../kit/use-pages.ts'
import { followNames, isReported } from './follow-names.ts'

/** The names that are reported. None moves while a moderator reads it: newer ones wait until they are asked for. */
interface Reported {
  readonly pages: Pages<ReportedNameFragment>
  /** How many have been reported since. */
  readonly waiting: number
  showWaiting(): void
  /** Shows what is known of a user now. */
  put(person: ReportedNameFragment): void
}

export function useReportedNames(): Reported {
  const { graph, live } = useAdmin()
  const pages = usePages(ReportedNames, {}, ({ users }) => users)
  const [news, setNews] = useState<readonly ReportedNameFragment[]>([])
  const known = useRef(pages)
  known.current = pages
  const put = (person: ReportedNameFragment) => {
    const { nodes, change } = known.current
    const without = (list: readonly ReportedNameFragment[]) => list.filter(({ id }) => id !== person.id)
    if (nodes.some(({ id }) => id === person.id))
      change(list => list.map(each => (each.id === person.id ? person : each)))
    else setNews(before => (isReported(person) ? [person, ...without(before)] : without(before)))
  }
  useEffect(() => {
    const ends = [
      followNames(live, put),
      live.onMissed(async () => {
        const answer = await graph.ask(ReportedNames, { cursor: null }).catch(() => null)
        for (const person of answer?.data?.users?.nodes.toReversed() ?? []) put(person)
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  return {
    pages,
    waiting: pages.state === 'read' ? news.length : 0,
    showWaiting() {
      pages.change(nodes => [...news, ...nodes])
      setNews([])
    },
    put,
  }
}
