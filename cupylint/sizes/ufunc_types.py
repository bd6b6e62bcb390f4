"""The types of every ufunc, as CuPy 14 lists them: the first loop that all inputs can be cast to is taken.

``ff->f`` reads two arrays of type ``f`` and writes one. Types of bfloat16 are left out.
"""

from __future__ import annotations

_LOOPS: dict[str, str] = {
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e f->f d->d F->f D->d": ("cupy.abs cupy.absolute"),
    "e->e f->f d->d F->F D->D": (
        "cupy.acos cupy.acosh cupy.arccos cupy.arccosh cupy.arcsin cupy.arcsinh cupy.arctan cupy.arctanh cupy.asin "
        "cupy.asinh cupy.atan cupy.atanh cupy.cos cupy.cosh cupy.exp cupy.exp2 cupy.expm1 cupy.i0 cupy.log "
        "cupy.log10 cupy.log1p cupy.log2 cupy.rint cupy.sin cupy.sinc cupy.sinh cupyx.scipy.special.sinc cupy.sqrt "
        "cupy.tan cupy.tanh cupyx.rsqrt"
    ),
    "??->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e ff->f dd->d FF->F DD->D": (
        "cupy.add cupy.fmax cupy.fmin cupy.maximum cupy.minimum cupy.multiply cupy.subtract"
    ),
    "ee->e ff->f dd->d FF->F DD->D": ("cupy.arctan2 cupy.atan2 cupy.copysign cupy.hypot cupy.nextafter"),
    "??->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L": (
        "cupy.bitwise_and cupy.bitwise_or cupy.bitwise_xor cupy.gcd cupy.lcm"
    ),
    "b->B B->B h->B H->B i->B I->B l->B L->B": ("cupy.bitwise_count"),
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L": ("cupy.bitwise_invert cupy.bitwise_not cupy.invert"),
    "bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L": (
        "cupy.bitwise_left_shift cupy.bitwise_right_shift cupy.left_shift cupy.right_shift"
    ),
    "e->e f->f d->d": ("cupy.cbrt cupy.deg2rad cupy.degrees cupy.fabs cupy.rad2deg cupy.radians"),
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e f->f d->d": ("cupy.ceil cupy.fix cupy.floor cupy.trunc"),
    "b->b B->B h->h H->H i->i I->I l->l L->L e->e f->f d->d F->F D->D": (
        "cupy.conj cupy.conjugate cupy.reciprocal cupy.sign cupy.square"
    ),
    "ll->d lL->d Ll->d LL->d ee->e ff->f dd->d FF->F DD->D": ("cupy.divide cupy.true_divide"),
    "bb->bb BB->BB hh->hh HH->HH ii->ii II->II ll->ll LL->LL ee->ee ff->ff dd->dd": ("cupy.divmod"),
    "??->? ll->? LL->? lL->? Ll->? ee->? ff->? dd->? FF->? DD->?": (
        "cupy.equal cupy.greater cupy.greater_equal cupy.less cupy.less_equal cupy.not_equal"
    ),
    "dd->d FF->D DD->D": ("cupy.float_power"),
    "bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e ff->f dd->d": (
        "cupy.floor_divide cupy.fmod cupy.mod cupy.remainder"
    ),
    "e->ei f->fi d->di": ("cupy.frexp"),
    "ee->e ff->f dd->d": ("cupy.heaviside cupy.logaddexp cupy.logaddexp2"),
    "e->? f->? d->? F->? D->?": ("cupy.isfinite cupy.isinf cupy.isnan"),
    "ei->e fi->f el->e fl->f di->d dl->d": ("cupy.ldexp"),
    "??->? ll->? LL->? lL->? Ll->? ee->? ff->? dd->?": ("cupy.logical_and cupy.logical_or"),
    "?->? b->? B->? h->? H->? i->? I->? l->? L->? e->? f->? d->?": ("cupy.logical_not"),
    "??->? bb->? BB->? hh->? HH->? ii->? II->? ll->? LL->? ee->? ff->? dd->?": ("cupy.logical_xor"),
    "e->ee f->ff d->dd": ("cupy.modf"),
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e f->f d->d F->F D->D": ("cupy.negative cupy.positive"),
    "??->b bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e ff->f dd->d FF->F DD->D": ("cupy.pow cupy.power"),
    "e->? f->? d->?": ("cupy.signbit"),
    "fff->f dld->d ddd->d": ("cupyx.scipy.special.bdtr cupyx.scipy.special.bdtrc cupyx.scipy.special.bdtri"),
    "ll->d LL->d ee->d ff->f dd->d": ("cupyx.scipy.special.beta cupyx.scipy.special.betaln"),
    "fff->f ddd->d": (
        "cupyx.scipy.special.betainc cupyx.scipy.special.betaincinv cupyx.scipy.special.fdtr "
        "cupyx.scipy.special.fdtrc cupyx.scipy.special.fdtri cupyx.scipy.special.gdtr cupyx.scipy.special.gdtrc "
        "cupyx.scipy.special.lpmv cupyx.scipy.special.wright_bessel"
    ),
    "ff->f dd->d": (
        "cupyx.scipy.special.binom cupyx.scipy.special.chdtr cupyx.scipy.special.chdtrc cupyx.scipy.special.chdtri "
        "cupyx.scipy.special.ellipeinc cupyx.scipy.special.ellipkinc cupyx.scipy.special.expn "
        "cupyx.scipy.special.gammainc cupyx.scipy.special.gammaincc cupyx.scipy.special.gammainccinv "
        "cupyx.scipy.special.gammaincinv cupyx.scipy.special.huber cupyx.scipy.special.kl_div "
        "cupyx.scipy.special.pdtr cupyx.scipy.special.pdtrc cupyx.scipy.special.poch "
        "cupyx.scipy.special.pseudo_huber cupyx.scipy.special.rel_entr cupyx.scipy.special.zeta"
    ),
    "ee->f ff->f dd->d": (
        "cupyx.scipy.special.boxcox cupyx.scipy.special.boxcox1p cupyx.scipy.special.inv_boxcox "
        "cupyx.scipy.special.inv_boxcox1p"
    ),
    "l->d L->d e->d f->f d->d": (
        "cupyx.scipy.special.cbrt cupyx.scipy.special.cosdg cupyx.scipy.special.cosm1 cupyx.scipy.special.cotdg "
        "cupyx.scipy.special.gammasgn cupyx.scipy.special.i0 cupyx.scipy.special.i0e cupyx.scipy.special.i1 "
        "cupyx.scipy.special.i1e cupyx.scipy.special.j0 cupyx.scipy.special.j1 cupyx.scipy.special.k0 "
        "cupyx.scipy.special.k0e cupyx.scipy.special.k1 cupyx.scipy.special.k1e cupyx.scipy.special.sindg "
        "cupyx.scipy.special.tandg cupyx.scipy.special.y0 cupyx.scipy.special.y1 cupyx.scipy.special.zetac"
    ),
    "l->d e->d f->f d->d F->F D->D": (
        "cupyx.scipy.special.digamma cupyx.scipy.special.gamma cupyx.scipy.special.loggamma "
        "cupyx.scipy.special.psi cupyx.scipy.special.rgamma"
    ),
    "ff->ffff dd->dddd": ("cupyx.scipy.special.ellipj"),
    "f->f d->d": (
        "cupyx.scipy.special.ellipk cupyx.scipy.special.ellipkm1 cupyx.scipy.special.entr "
        "cupyx.scipy.special.erfcinv cupyx.scipy.special.erfinv cupyx.scipy.special.exp1 cupyx.scipy.special.expi "
        "cupyx.scipy.special.ndtri"
    ),
    "e->d f->f d->d": (
        "cupyx.scipy.special.erf cupyx.scipy.special.erfc cupyx.scipy.special.erfcx cupyx.scipy.special.expit "
        "cupyx.scipy.special.log_expit cupyx.scipy.special.log_ndtr cupyx.scipy.special.logit "
        "cupyx.scipy.special.ndtr"
    ),
    "e->d l->d L->d f->f d->d": ("cupyx.scipy.special.exp10 cupyx.scipy.special.exp2"),
    "e->d l->d L->d f->f d->d F->F D->D": ("cupyx.scipy.special.expm1"),
    "l->d L->d e->d f->f d->d F->F D->D": ("cupyx.scipy.special.exprel"),
    "l->d e->d f->f d->d": ("cupyx.scipy.special.gammaln"),
    "l->d L->d e->d f->f F->F d->d D->D": ("cupyx.scipy.special.log1p"),
    "lld->d fff->f ddd->d": ("cupyx.scipy.special.nbdtr cupyx.scipy.special.nbdtrc cupyx.scipy.special.nbdtri"),
    "ld->d ff->f dd->d": ("cupyx.scipy.special.pdtri"),
    "lll->d LLL->d eee->d fff->f ddd->d": ("cupyx.scipy.special.radian"),
    "f->ff d->dd F->FF D->DD": ("cupyx.scipy.special.shichi cupyx.scipy.special.sici"),
    "ee->d ll->d LL->d ff->f dd->d FF->F DD->D": ("cupyx.scipy.special.xlog1py cupyx.scipy.special.xlogy"),
    "id->d dd->d": ("cupyx.scipy.special.yn"),
}

LOOPS: dict[str, tuple[str, ...]] = {
    name: tuple(loops.split()) for loops, names in _LOOPS.items() for name in names.split()
}
"""The loops of each ufunc by its canonical dotted name, in the order in which they are tried."""
