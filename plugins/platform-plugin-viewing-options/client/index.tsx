import { defineClientPlugin, Menu, type PropsOf, Slot, useIsFilled, useText } from '@platform/client-sdk'

/** The menu with the orders and the filters of other plugins. A choice of an order closes it. */
function ViewingOptions(props: PropsOf<'streamFilter'>) {
  const text = useText()
  const [sorts, filters] = [useIsFilled('viewingOptionsSort', props), useIsFilled('viewingOptionsFilter', props)]
  if (!sorts && !filters) return null
  return (
    <Menu label={text('options')} side="end" class="viewing-options">
      {sorts && (
        <nav aria-label={text('sort')}>
          <p class="menu-head">{text('sort')}</p>
          <Slot name="viewingOptionsSort" props={props} />
        </nav>
      )}
      {filters && (
        <fieldset>
          <legend class="menu-head">{text('filter')}</legend>
          <Slot name="viewingOptionsFilter" props={props} />
        </fieldset>
      )}
    </Menu>
  )
}

export default defineClientPlugin({
  slots: { streamFilter: ViewingOptions },
  draws: ['viewingOptionsSort', 'viewingOptionsFilter'],
  translations: {
    en: { options: 'Viewing options', sort: 'Sort by', filter: 'Filter' },
    de: { options: 'Ansicht', sort: 'Sortieren', filter: 'Filtern' },
  },
})
