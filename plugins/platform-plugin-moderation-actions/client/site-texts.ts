import { type SlotAsset, useActions } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'

type Settings = SlotAsset['settings']

/** The discussion with the texts of the site. In a page that was made for all readers it comes without them. */
export function useSiteTexts(asset: SlotAsset): SlotAsset {
  const { read } = useActions()
  const [settings, setSettings] = useState<Settings>(asset.settings)
  useEffect(() => {
    void read('texts', { id: asset.id }).then(answer => {
      const found = answer?.['asset'] as { readonly settings: Settings } | null | undefined
      if (found) setSettings(found.settings)
    })
  }, [asset.id])
  return { ...asset, settings: settings ?? null }
}
