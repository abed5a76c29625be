import { useAdmin } from '../app/context.ts'
import { Choice, Markdown, Switch, Whole } from './fields/fields.tsx'
import { Span } from './fields/span.tsx'
import { Group } from './group.tsx'
import { PluginSettings } from './plugin-settings.tsx'
import { Preview } from './preview.tsx'

const ICONS = [
  ['default', 'iconDefault'],
  ['forum', 'iconForum'],
  ['build', 'iconBuild'],
  ['format_quote', 'iconQuote'],
] as const

/** `/admin/configure/stream`: how readers write, what they see above the comments, and when discussions close. */
export function StreamSettings() {
  const { texts } = useAdmin()
  return (
    <>
      <Group title={texts.text('writing')} about={texts.text('writingAbout')}>
        <Switch name="charCountEnable" />
        <Whole name="charCount" least={1} most={100_000} />
        <Whole name="commentsPerMinute" least={0} most={1_000} />
        <Span name="editCommentWindowLength" units={['seconds', 'minutes', 'hours']} second={1_000} />
      </Group>
      <Group title={texts.text('aboveComments')} about={texts.text('aboveCommentsAbout')}>
        <Switch name="infoBoxEnable" />
        <Markdown name="infoBoxContent" />
        <Switch name="questionBoxEnable" />
        <Markdown name="questionBoxContent" />
        <Choice name="questionBoxIcon" choices={ICONS.map(([icon, label]) => [icon, texts.text(label)])} />
      </Group>
      <Group title={texts.text('closing')} about={texts.text('closingAbout')}>
        <Switch name="autoCloseStream" />
        <Span name="closedTimeout" units={['hours', 'days', 'weeks']} />
        <Markdown name="closedMessage" />
        <Switch name="disableCommenting" />
        <Markdown name="disableCommentingMessage" />
      </Group>
      <PluginSettings slot="adminStreamSettings" />
      <Preview />
    </>
  )
}
