export { type CreatedPlugin, createPlugin, type PluginDraft } from './create-plugin.ts'
export { CreatePluginError } from './create-plugin-error.ts'
