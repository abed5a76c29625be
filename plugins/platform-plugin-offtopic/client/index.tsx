import { defineClientPlugin, isTagged, type PropsOf, useIsDrawn, useText } from '@platform/client-sdk'
import './off-topic.css'

const TAG = 'OFF_TOPIC'

/** The box by which the author of a comment says that it is off-topic. Replies follow the comment that they answer. */
function Mark({ input, isReply, onInputChange }: PropsOf<'commentInputDetailArea'>) {
  const text = useText()
  if (isReply) return null
  const others = input.tags.filter(name => name !== TAG)
  return (
    <label class="off-topic-mark needs-script">
      <input
        type="checkbox"
        checked={input.tags.includes(TAG)}
        onChange={event => onInputChange({ tags: event.currentTarget.checked ? [...others, TAG] : others })}
      />{' '}
      {text('mark')}
    </label>
  )
}

const isOffTopic = ({ comment }: PropsOf<'commentAuthorTags'>) => isTagged(comment.tags, TAG)

function Badge() {
  const text = useText()
  return <span class="badge off-topic">{text('badge')}</span>
}

/** The style sheet hides the comments while the box is checked, so it works without a script, too. */
function Filter() {
  const text = useText()
  return (
    <label class="off-topic-filter">
      <input type="checkbox" /> {text('hide')}
    </label>
  )
}

/** Beside the tabs of the list, unless there is a menu for filters. */
const FilterBesideTabs = () => (useIsDrawn('viewingOptionsFilter') ? null : <Filter />)

/** Off-topic comments: a box for their authors, a badge, and a filter for readers. */
export default defineClientPlugin({
  slots: {
    commentInputDetailArea: Mark,
    commentAuthorTags: { component: Badge, isExcluded: props => !isOffTopic(props) },
    streamFilter: FilterBesideTabs,
    viewingOptionsFilter: Filter,
  },
  translations: {
    en: { mark: 'This is off-topic', badge: 'Off-topic', hide: 'Hide off-topic comments' },
    de: { mark: 'Das gehört nicht zum Thema', badge: 'Anderes Thema', hide: 'Kommentare zu anderen Themen ausblenden' },
  },
})
