import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'CREATED_AT',
  sortOrder: 'ASC',
  translations: { en: { label: 'Oldest first' }, de: { label: 'Älteste zuerst' } },
})
