import { defineClientPlugin, type PropsOf } from '@platform/client-sdk'

/** Shows what the site configures for the plugin. */
const Shown = ({ config }: PropsOf<'stream'>) => <p class="configured">{JSON.stringify(config)}</p>

export default defineClientPlugin({ slots: { stream: Shown } })
