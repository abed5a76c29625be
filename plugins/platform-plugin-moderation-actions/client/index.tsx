import {
  defineClientPlugin,
  Menu,
  type PropsOf,
  type SlotViewer,
  useActions,
  useIsAlone,
  useText,
  useViewer,
} from '@platform/client-sdk'
import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import './moderation.css'
import { mutations, queries } from './mutations.ts'
import { translations } from './texts.ts'
import { Tombstone } from './tombstone.tsx'

type Props = PropsOf<'commentInfoBar'>

declare module '@platform/client-sdk' {
  interface SlotAsset {
    /** The texts of the site about decisions; empty, or null, for those of the plugin. */
    readonly settings?: {
      readonly rejectionReasons: readonly string[] | null
      readonly banMessage: string | null
      readonly suspensionMessage: string | null
    } | null
  }
}

const moderates = (viewer: SlotViewer | null) => viewer?.role === 'ADMIN' || viewer?.role === 'MODERATOR'

/**
 * The menu of a comment. Most readers are no moderators, so what it shows is loaded when one of them opens it. Without
 * script it is on the page of the comment alone, to which the other pages lead.
 */
function Moderation(props: Props) {
  const text = useText()
  const isAlone = useIsAlone()
  const { addressOf } = useActions()
  if (!moderates(useViewer())) return null
  const { id } = props.comment
  const menu = { label: <span aria-hidden="true">⋯</span>, title: text('moderate'), side: 'end' } as const
  if (isAlone)
    return (
      <Menu {...menu} class="moderation-menu">
        <Decisions {...props} />
      </Menu>
    )
  return (
    <>
      <a class="action without-script" href={addressOf(id)} aria-label={text('moderate')}>
        ⋯
      </a>
      <Menu {...menu} class="moderation-menu">
        {() => <Decisions {...props} />}
      </Menu>
    </>
  )
}

/** What the server draws at once. The build for browsers has nothing of it here. */
const AT_ONCE: ComponentType<Props> | null = import.meta.env.SSR ? (await import('./decisions.tsx')).Decisions : null

function Decisions(props: Props) {
  const [loaded, setLoaded] = useState<{ readonly Content: ComponentType<Props> } | null>(
    AT_ONCE && { Content: AT_ONCE },
  )
  const text = useText()
  useEffect(() => {
    void import('./decisions.tsx').then(({ Decisions: Content }) => setLoaded({ Content }))
  }, [])
  return loaded ? h(loaded.Content, props) : <p class="menu-note">{text('loading')}</p>
}

export default defineClientPlugin({
  slots: {
    commentInfoBar: Moderation,
    commentTombstone: {
      component: props => <Tombstone {...props} mayUndo={moderates(useViewer())} />,
      isExcluded: ({ action }) => action !== 'rejected',
    },
  },
  // Readers who are no moderators get null, and so does the page that is made for all readers.
  fragments: {
    Comment: 'fragment Moderation on Comment { moderation { author { banned suspendedUntil alwaysPremod } tags } }',
    Asset: 'fragment OwnTexts on Asset { settings { rejectionReasons banMessage suspensionMessage } }',
  },
  draws: ['moderationActions'],
  mutations,
  queries,
  translations,
})
