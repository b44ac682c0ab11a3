import { expect, test } from 'vitest'
import type { Category } from '~/api/wire'
import { shareText } from './shareText'

const texts = {
  label: (category: Category) => (category === 'CPU' ? 'المعالج' : 'الرام'),
  money: (kwd: number) => kwd.toFixed(3),
  sold: ({ part, name, price, shop }: { part: string; name: string; price: string; shop: string }) =>
    `${part}: ${name}، ${price} من ${shop}`,
  unsold: ({ part, name }: { part: string; name: string }) => `${part}: ${name}، ما ينباع الحين`,
  total: (total: string) => `الإجمالي: ${total}`,
}

test('a message is the list: a line for each part with price and shop, and the total', () => {
  const text = shareText(
    'Falcon',
    [
      { category: 'CPU', name: 'Ryzen 7', quantity: 1, total: 145, shop: 'الصفاة تك' },
      { category: 'RAM', name: 'Flare X5', quantity: 2, total: 89.8, shop: 'Dhow Digital' },
      { category: 'RAM', name: 'Gone', quantity: 1, total: null, shop: '' },
    ],
    234.8,
    texts,
  )
  expect(text.split('\n')).toEqual([
    'Falcon',
    'المعالج: Ryzen 7، 145.000 من الصفاة تك',
    'الرام: 2 × Flare X5، 89.800 من Dhow Digital',
    'الرام: Gone، ما ينباع الحين',
    'الإجمالي: 234.800',
  ])
})
