import {
  defineClientPlugin,
  type LivePage,
  later,
  MutationForm,
  type PropsOf,
  type QueuePage,
  TabCount,
  tagOf,
  useActions,
  useMenu,
  useTag,
  useText,
} from '@platform/client-sdk'
import { translations } from './texts.ts'

declare module '@platform/client-sdk' {
  interface SlotAsset {
    readonly featuredCount: number | null
  }
}

/** A featured comment is public. */
const tag = tagOf('FEATURED', { status: 'ACCEPTED' }, 'featuredCount')

const NAME = 'featured'

const Tab = ({ asset }: PropsOf<'streamTabs'>) => (
  <>
    {useText()('tab')} <TabCount count={asset.featuredCount ?? 0} />
  </>
)

const Badge = () => <span class="badge featured">{useText()('tab')}</span>

// Readers do not load what is in the admin panel only.
const FeaturedLabel = later(async () => (await import('./featured-label.tsx')).FeaturedLabel)

/** The entry of the moderators' menu. */
function Feature({ comment }: PropsOf<'moderationActions'>) {
  const text = useText()
  const menu = useMenu()
  const { notify } = useActions()
  const { isOn, mutation, change } = useTag(tag, comment)
  const choose = async () => {
    menu?.close()
    notify((await change(!isOn)) ?? text(isOn ? 'unfeatured' : 'featured'))
  }
  return (
    <MutationForm name={mutation} variables={{ id: comment.id }} onSend={() => void choose()}>
      <button type="submit" class="menu-entry">
        {text(isOn ? 'unfeature' : 'feature')}
      </button>
    </MutationForm>
  )
}

type Field = 'commentFeatured' | 'commentUnfeatured'

const follow = (field: Field) => ({
  document: `subscription ($asset: ID!) { ${field}(asset_id: $asset) { comment { id } } }`,
  heard: (data: Readonly<Record<string, Heard>>, page: LivePage) => {
    const comment = data[field]?.comment
    if (comment) tag.change(page, comment.id, field === 'commentFeatured')
  },
})

/** A moderator is told what others do. */
const followAll = (field: Field) => ({
  document: `subscription { ${field} { comment { id } user { id username } } }`,
  heard: (data: Readonly<Record<string, Heard>>, { handleCommentChange, text, viewer }: QueuePage) => {
    const { comment, user } = data[field] ?? {}
    if (!comment) return
    const isOwn = !user || user.id === viewer.id
    const notice = text(field === 'commentFeatured' ? 'featuredBy' : 'unfeaturedBy', { name: user?.username ?? '' })
    handleCommentChange(comment.id, isOwn ? undefined : notice)
  },
})

/** What an event says. */
type Heard = {
  readonly comment: { readonly id: string } | null
  readonly user?: { readonly id: string; readonly username: string | null }
} | null

/** Featured comments: an entry and a queue for moderators; for readers a badge and a tab, up to date on open pages. */
export default defineClientPlugin({
  slots: {
    streamTabsPrepend: {
      component: Tab,
      // The tab that is open stays when its last comment goes.
      isExcluded: ({ active, asset }) => !asset.featuredCount && active !== NAME,
    },
    commentAuthorTags: { component: Badge, isExcluded: ({ comment }) => !tag.isOn(comment) },
    moderationActions: Feature,
    adminCommentLabels: props => <FeaturedLabel {...props} tag={tag} />,
  },
  tabs: { streamTabs: { name: NAME, tag: tag.name } },
  fragments: tag.fragments,
  mutations: tag.mutations,
  subscriptions: { featured: follow('commentFeatured'), unfeatured: follow('commentUnfeatured') },
  queues: {
    featured: {
      name: 'tab',
      icon: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8z',
      tags: ['FEATURED'],
      subscriptions: {
        featuredAnywhere: followAll('commentFeatured'),
        unfeaturedAnywhere: followAll('commentUnfeatured'),
      },
    },
  },
  translations,
})
