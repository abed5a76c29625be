import { defineClientPlugin, type PropsOf, useText } from '@platform/client-sdk'

/** The author, with what the fragment asks for. */
interface Author {
  readonly tags?: readonly { readonly tag: { readonly name: string } }[] | null
}

const isBySubscriber = ({ comment }: PropsOf<'commentAuthorTags'>) =>
  ((comment.user as Author | null)?.tags ?? []).some(({ tag }) => tag.name === 'SUBSCRIBER')

function Badge() {
  const text = useText()
  return <span class="badge subscriber">{text('badge')}</span>
}

/** A badge behind the name of an author who is a subscriber. */
export default defineClientPlugin({
  slots: {
    commentAuthorTags: {
      component: Badge,
      isExcluded: props => !isBySubscriber(props),
      fragments: { comment: 'fragment Subscriber on Comment { user { id tags { tag { name } } } }' },
    },
  },
  translations: { en: { badge: 'Subscriber' }, de: { badge: 'Mit Abo' } },
})
