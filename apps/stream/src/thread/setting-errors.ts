import type { SaveDiscussionSettingsMutation } from '../documents/generated.ts'

/** The sentences of refused changes by the name of the setting that each is about; without those about none. */
export function settingErrors({
  updateAssetSettings: settings,
  updateAssetStatus: status,
}: SaveDiscussionSettingsMutation): Readonly<Record<string, string>> {
  const errors = [...(settings?.errors ?? []), ...(status?.errors ?? [])]
  return Object.fromEntries(
    errors.flatMap(error =>
      error && 'field_name' in error && error.field_name
        ? [[error.field_name, error.message ?? error.translation_key] as const]
        : [],
    ),
  )
}
