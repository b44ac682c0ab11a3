/** One list in three forms, with the descriptions and prices of a parts site. */
export const pastedLists = {
  'a Markdown table': `| Type | Item | Price |
|:--|:--|:--|
| **CPU** | [AMD Ryzen 7 9800X3D 4.7 GHz 8-Core Processor](https://parts.example/a) | $449.99 @ [Shop](https://parts.example) |
| **Power Supply** | Corsair RM850e (2023) 850 W 80+ Gold Certified Fully Modular ATX Power Supply | £99.99 |
| **CPU Cooler** | Noctua NH-U12S 55 CFM CPU Cooler | No Prices Available |
| **Operating System** | Some System 11 Home | $99.99 |
| | **Total** | **$649.97** |`,
  'columns with tabs': `Type\tItem\tPrice
CPU\tAMD Ryzen 7 9800X3D 4.7 GHz 8-Core Processor\t€449,99 @ Shop
Power Supply\tCorsair RM850e (2023) 850 W 80+ Gold Certified Fully Modular ATX Power Supply\t€99,99
CPU Cooler\tNoctua NH-U12S 55 CFM CPU Cooler\t€69,99
Operating System\tSome System 11 Home\t€99,99
Prices include shipping, taxes, and discounts
Total\t€719,96`,
  'a quoted Arabic list': `> تجميعتي
> المعالج: AMD Ryzen 7 9800X3D - 149.900 د.ك
> الباور سبلاي: Corsair RM850e (2023) 850W - ٣٣ د.ك
> مبرد المعالج: Noctua NH-U12S - 24 KD
> نظام التشغيل: Some System 11 Home - 30 KD
> الإجمالي: 236.900 د.ك`,
}
