import {
  defineClientPlugin,
  Menu,
  type PropsOf,
  Slot,
  UserLink,
  UserPicture,
  useIsFilled,
  useText,
} from '@platform/client-sdk'

/** The name of an author, with a menu where other plugins have something to show in it. */
function Author(props: PropsOf<'commentAuthorName'>) {
  const text = useText()
  const [infos, actions] = [useIsFilled('authorMenuInfos', props), useIsFilled('authorMenuActions', props)]
  const name = props.comment.user?.username ?? ''
  const user = props.comment.user
  if (user && !infos && !actions) return <UserLink user={user} class="author" />
  return (
    <Menu label={<bdi class="author">{name}</bdi>} title={text('about', { name })} class="author-menu">
      {({ content }) =>
        content !== null ? (
          <Slot name={content} props={props} />
        ) : (
          <>
            <p class="menu-head">
              {user && <UserPicture user={user} />} {user && <UserLink user={user} />}
            </p>
            <Slot name="authorMenuInfos" props={props} />
            <Slot name="authorMenuActions" props={props} />
          </>
        )
      }
    </Menu>
  )
}

export default defineClientPlugin({
  slots: { commentAuthorName: { component: Author, isExcluded: ({ comment }) => comment.user === null } },
  draws: ['authorMenuInfos', 'authorMenuActions', 'ignoreUserConfirmation'],
  translations: { en: { about: 'About {name}' }, de: { about: 'Über {name}' } },
})
