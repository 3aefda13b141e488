/**
 * The tariffs of the catalogue that are charges of the `DatahubPricelist`: by the number of their owner and its codes, old and new.
 * Konstant is left out: a second record holds its discount, and the catalogue has the price less that discount.
 */
export const danishTariffs: readonly (readonly [tariff: string, owner: string, ...codes: string[]])[] = [
  ['dk-aal-el-net-c', '5790001095451', 'AAL-NT-05'],
  ['dk-cerius-c', '5790000705184', '30TR_C_ET'],
  ['dk-dinel-c', '5790000610099', 'TCL<100_02'],
  ['dk-el-net-kongerslev-c', '5790002502699', 'C-Tarif'],
  ['dk-elektrus-c', '5790000836239', '6000091'],
  ['dk-elinord-c', '5790001095277', '43300'],
  ['dk-elnet-midt-c', '5790001100520', 'T3002'],
  ['dk-flow-elnet-c', '5790000392551', 'FE2 NT-01'],
  ['dk-forsyning-elnet-c', '5790001088309', 'STR-NT-03'],
  ['dk-gev-elnet-c', '5790000681105', 'GEV-NT-01'],
  ['dk-hammel-elforsyning-net-c', '5790001090166', 'C-Tarif'],
  ['dk-hjerting-transformatorforen-c', '5790001095376', 'HE-NT-01'],
  ['dk-hurup-elvaerk-net-c', '5790000610839', 'HEV-NT-01T'],
  ['dk-kimbrer-elnet-c', '5790001095239', 'C-Tarif'],
  ['dk-l-net-c', '5790001090111', '4000'],
  ['dk-laesoe-elnet-c', '5790001103460', '43110'],
  ['dk-midtfyns-elforsyning-c', '5790001089023', 'TNT15001'],
  ['dk-n1-c', '5790001089030', 'CD'],
  ['dk-netselskabet-elvaerk-c', '5790000681358', 'TN1C'],
  ['dk-noe-net-c', '5790000395620', '30030'],
  ['dk-nord-energi-net-c', '5790000610877', 'TAC'],
  ['dk-radius-c', '5790000705689', 'DT_C_01'],
  ['dk-rah-net-c', '5790000681327', 'RAH-C'],
  ['dk-ravdex-c', '5790000836727', 'NT-C'],
  ['dk-sunds-net-c', '5790001095444', 'SEF-NT-05'],
  ['dk-tarm-elvaerk-net-c', '5790000706419', 'TEV-NT-01'],
  ['dk-trefor-el-net-c', '5790000392261', 'C'],
  ['dk-trefor-el-net-oest-c', '5790000706686', '46'],
  ['dk-veksel-c', '5790001088217', 'NT-10'],
  ['dk-vores-elnet-c', '5790000610976', 'TNT1011'],
  ['dk-zeanet-c', '5790001089375', '43110'],
];

/** The state's own, among them the tax. */
export const ENERGINET = '5790000432752';
export const danishLevies: readonly (readonly [levy: string, code: string])[] = [
  ['Elafgift', 'EA-001'],
  ['Transmissionsnettarif', '40000'],
  ['Systemtarif', '41000'],
];
