import type { StoredDocument } from '@platform/client-kit'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** A page as the graph answers it. */
interface Page<Node> {
  readonly nodes: readonly Node[]
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

interface List<Node> {
  readonly nodes: readonly Node[]
  readonly state: 'reading' | 'read' | 'failed'
  /** Whether there is more to read. */
  readonly hasMore: boolean
  /** Where the next page begins; `null` for the first one. */
  readonly cursor: string | null
}

/** A list that is read page by page. */
export interface Pages<Node> extends Pick<List<Node>, 'nodes' | 'state' | 'hasMore'> {
  /** Reads the next page, or the one that could not be read. */
  more(): void
  /** Reads the list again from its beginning. */
  again(): void
  /** Changes what is shown without reading it again. */
  change(change: (nodes: readonly Node[]) => readonly Node[]): void
}

/**
 * Reads a list page by page, and from its beginning whenever the variables change.
 *
 * @example
 * const pages = usePages(People, { value }, ({ users }) => users)
 */
export function usePages<Result, Variables extends { readonly cursor?: string | null | undefined }, Node>(
  document: StoredDocument<Result, Variables>,
  variables: Omit<Variables, 'cursor'>,
  pageOf: (result: Result) => Page<Node> | null,
): Pages<Node & { readonly id: string }> {
  type Known = Node & { readonly id: string }
  const { graph } = useAdmin()
  const [list, setList] = useState<List<Known>>({ nodes: [], state: 'reading', hasMore: true, cursor: null })
  const key = JSON.stringify(variables)
  const latest = useRef(0)
  const read = useCallback(
    async (cursor: string | null) => {
      const turn = ++latest.current
      setList(before => ({ ...before, cursor, state: 'reading' }))
      const answer = await graph.ask(document, { ...JSON.parse(key), cursor }).catch(() => null)
      if (turn !== latest.current) return
      const page = answer?.data ? (pageOf(answer.data) as Page<Known> | null) : null
      setList(before => {
        if (!page) return { ...before, state: 'failed' }
        const nodes = cursor === null ? page.nodes : joined(before.nodes, page.nodes)
        return { nodes, state: 'read', hasMore: page.hasNextPage, cursor: page.endCursor }
      })
    },
    [key],
  )
  useEffect(() => {
    void read(null)
    return () => void latest.current++
  }, [read])
  return {
    ...list,
    more: () => void read(list.cursor),
    again: () => void read(null),
    change: change => setList(before => ({ ...before, nodes: change(before.nodes) })),
  }
}

/** The nodes of two pages, each once: a list may move between two reads. */
function joined<Node extends { readonly id: string }>(before: readonly Node[], next: readonly Node[]): readonly Node[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...next.filter(({ id }) => !known.has(id))]
}
