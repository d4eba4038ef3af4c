"""The task families, one module each, in the order of their files."""

from collections.abc import Callable

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.families import (
    ct_bal,
    ct_chq,
    ct_cmp,
    ct_frz,
    ct_hum,
    ct_rnw,
    ct_stm,
    ec_3rd,
    ec_amb,
    ec_chg,
    ec_chq,
    ec_clm,
    ec_crd,
    ec_eff,
    ec_fvb,
    ec_jnt,
    ec_lck,
    ec_min,
    sq_adr,
    sq_cct,
    sq_cmp,
    sq_fda,
    sq_fdb,
    sq_fdc,
    sq_frd,
    sq_lfq,
    sq_lst,
    sq_mn2,
    sq_mnd,
    sq_rdb,
    sq_rdc,
    sq_rnr,
    sq_rol,
    sq_tds,
    sq_trv,
    sq_unf,
)
from bankenv.generate.parts import Draft, Family

Drafter = Callable[[Case, Customer], Draft | None]

FAMILIES: tuple[tuple[Family, Drafter], ...] = tuple(
    (module.FAMILY, module.draft)
    for module in (
        ct_bal,
        ct_frz,
        sq_fdb,
        sq_fdc,
        sq_lst,
        sq_mnd,
        sq_lfq,
        ec_amb,
        ct_rnw,
        sq_rnr,
        sq_fda,
        sq_rdb,
        sq_rdc,
        sq_rol,
        sq_cmp,
        sq_frd,
        sq_mn2,
        sq_tds,
        ec_lck,
        ec_jnt,
        ec_min,
        ec_clm,
        ec_eff,
        ec_chg,
        ct_stm,
        ct_cmp,
        ct_hum,
        sq_trv,
        sq_cct,
        sq_unf,
        ct_chq,
        sq_adr,
        ec_crd,
        ec_fvb,
        ec_chq,
        ec_3rd,
    )
)
