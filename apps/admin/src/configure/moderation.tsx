import { useAdmin } from '../app/context.ts'
import { Switch, Text } from './fields/fields.tsx'
import { Lines } from './fields/lines.tsx'
import { Group } from './group.tsx'
import { PluginSettings } from './plugin-settings.tsx'
import { TryWords } from './try-words.tsx'

/** `/admin/configure/moderation`: which comments wait for a moderator, the word lists, and what users read. */
export function ModerationSettings() {
  const { texts } = useAdmin()
  return (
    <>
      <Group title={texts.text('beforePublishing')} about={texts.text('beforePublishingAbout')}>
        <Switch name="moderation" on="PRE" off="POST" />
        <Switch name="premodLinksEnable" />
        <Switch name="premodRepeatedEnable" />
      </Group>
      <Group title={texts.text('accounts')}>
        <Switch name="requireEmailConfirmation" />
      </Group>
      <Group title={texts.text('wordLists')} about={texts.text('wordListsAbout')}>
        <Lines name="wordlist.banned" />
        <Lines name="wordlist.suspect" />
        <TryWords />
      </Group>
      <Group title={texts.text('ownTexts')} about={texts.text('ownTextsAbout')}>
        <Lines name="rejectionReasons" rows={5} />
        <Lines name="usernameRejectionReasons" rows={4} />
        <Text name="banMessage" byDefault={texts.text('banMail')} />
        <Text name="suspensionMessage" byDefault={texts.text('suspendMail')} />
      </Group>
      <PluginSettings slot="adminModerationSettings" />
    </>
  )
}
