import { useLang, useTimeAgo } from './use.ts'

/**
 * An icon: the path of an SVG of 24 by 24, drawn with a line. Screen readers skip it, so put a text beside it.
 *
 * @example
 * <Icon path="M4 12h16" />
 */
export function Icon({ path }: { readonly path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/**
 * Says that something is loading. Readers without scripts don't see it, because what it waits for never comes there.
 *
 * @example
 * {list === null && <Spinner label={text('loading')} />}
 */
export function Spinner({ label }: { readonly label: string }) {
  return <progress class="spinner needs-script" aria-label={label} />
}

/**
 * The number in a tab, in the language of the page.
 *
 * @example
 * const Tab = ({ asset }: PropsOf<'streamTabs'>) => <>Polls <TabCount count={pollsOf(asset)} /></>
 */
export function TabCount({ count }: { readonly count: number }) {
  return <span class="count">{new Intl.NumberFormat(useLang()).format(count)}</span>
}

/**
 * How long ago something was. It goes on while the page is open.
 *
 * @example
 * <TimeAgo time={comment.created_at} />
 */
export function TimeAgo({ time }: { readonly time: string }) {
  return <time datetime={time}>{useTimeAgo()(time)}</time>
}
