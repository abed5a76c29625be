import {
  defineClientPlugin,
  type LivePage,
  MutationForm,
  type PropsOf,
  TabCount,
  tagOf,
  useActions,
  useMenu,
  useTag,
  useText,
} from '@platform/client-sdk'

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

const follow = (field: 'commentFeatured' | 'commentUnfeatured') => ({
  document: `subscription ($asset: ID!) { ${field}(asset_id: $asset) { comment { id } } }`,
  heard: (data: Readonly<Record<string, Heard>>, page: LivePage) => {
    const comment = data[field]?.comment
    if (comment) tag.change(page, comment.id, field === 'commentFeatured')
  },
})

/** What an event says. */
type Heard = { readonly comment: { readonly id: string } | null } | null

/** Featured comments: an entry for moderators, and for readers a badge and a tab, both up to date on open pages. */
export default defineClientPlugin({
  slots: {
    streamTabsPrepend: {
      component: Tab,
      // The tab that is open stays when its last comment goes.
      isExcluded: ({ active, asset }) => !asset.featuredCount && active !== NAME,
    },
    commentAuthorTags: { component: Badge, isExcluded: ({ comment }) => !tag.isOn(comment) },
    moderationActions: Feature,
  },
  tabs: { streamTabs: { name: NAME, tag: tag.name } },
  fragments: tag.fragments,
  mutations: tag.mutations,
  subscriptions: { featured: follow('commentFeatured'), unfeatured: follow('commentUnfeatured') },
  translations: {
    en: {
      tab: 'Featured',
      feature: 'Feature',
      unfeature: 'No longer feature',
      featured: 'The comment is featured',
      unfeatured: 'The comment is no longer featured',
    },
    de: {
      tab: 'Empfohlen',
      feature: 'Empfehlen',
      unfeature: 'Nicht mehr empfehlen',
      featured: 'Der Kommentar ist empfohlen',
      unfeatured: 'Der Kommentar ist nicht mehr empfohlen',
    },
  },
})
