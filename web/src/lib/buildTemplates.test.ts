import { expect, test } from 'vitest'
import { buildTemplate, buildTemplates, listTemplateParts, recommendedTemplate } from './buildTemplates'

test('the templates have the names, kinds, estimates and parts of the specification', () => {
  const required = ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU']
  expect(buildTemplates).toEqual([
    {
      id: 'budget-office',
      name: 'Budget Office',
      category: 'office',
      estimatedPrice: 300,
      requiredComponents: required,
    },
    {
      id: 'gaming-mid',
      name: 'Mid-Range Gaming',
      category: 'gaming',
      estimatedPrice: 800,
      requiredComponents: [...required, 'GPU'],
    },
    {
      id: 'gaming-high',
      name: 'High-End Gaming',
      category: 'gaming',
      estimatedPrice: 1500,
      requiredComponents: [...required, 'GPU', 'CASE'],
    },
    {
      id: 'workstation',
      name: 'Content Creation',
      category: 'professional',
      estimatedPrice: 2000,
      requiredComponents: [...required, 'GPU', 'CASE'],
    },
  ])
  expect(recommendedTemplate).toBe('gaming-mid')
  expect(buildTemplate('no-such')).toBeUndefined()
})

test('a ready build lists cooler and case too, in the order of the table', () => {
  expect(listTemplateParts({ requiredComponents: ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU', 'GPU'] })).toEqual([
    'CPU',
    'CPU_COOLER',
    'MOTHERBOARD',
    'RAM',
    'STORAGE',
    'GPU',
    'CASE',
    'PSU',
  ])
  for (const template of buildTemplates)
    expect(listTemplateParts(template)).toEqual(expect.arrayContaining(['CPU_COOLER', 'CASE']))
})
