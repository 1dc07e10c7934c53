"""How is the encoder compiled? Every hot module into encoder/_compiled, or none where there is no compiler."""

import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILD = Path("build/encoder")
PUBLIC = [("ENCODER_PUBLIC_API", "1")] if os.environ.get("ENCODER_PUBLIC_API") else []
"""Asked for, the kernels rely on no layout of Python's own objects, and are slower for it."""


def load(path):
    """A module of the package, without importing the package (which would choose a build)."""
    spec = spec_from_file_location(Path(path).stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plan = load("encoder/_build.py")


def extensions():
    from Cython.Build import cythonize

    BUILD.mkdir(parents=True, exist_ok=True)
    BUILD.joinpath("powers.h").write_text(load("encoder/kernels/powers.py").header())
    modules = cythonize(
        [
            Extension(
                name,
                [name.replace(".", "/") + ".py"],
                include_dirs=["encoder/kernels", str(BUILD)],
                define_macros=PUBLIC,
                extra_compile_args=list(plan.FLAGS),
            )
            for name in plan.HOT
        ],
        build_dir=str(BUILD),
        force=True,
        emit_linenums=True,
        compiler_directives=plan.DIRECTIVES,
    )
    for module in modules:
        # A compiled file beside its source would hide it: see encoder/_build.py.
        module.name = module.name.replace("encoder.", "encoder._compiled.", 1)
        module.optional = True  # cythonize() drops it
    return modules


class BuildAll(build_ext):
    """All modules or none: some compiled and some not would be neither build."""

    def run(self):
        self.force = True  # a header is part of every module, and nothing here knows which
        for name in [module.name for module in self.extensions]:
            for root in (self.build_lib, "."):
                Path(root, *name.split(".")[:-1]).mkdir(parents=True, exist_ok=True)
        super().run()
        root = Path("." if self.inplace or self.editable_mode else self.build_lib, "encoder/_compiled")
        files = [root.joinpath(*Path(plan.path_of(name)).relative_to(plan.COMPILED).parts) for name in plan.HOT]
        if all(file.exists() for file in files):
            root.joinpath(plan.FINGERPRINT).write_text(plan.record(), encoding="utf-8")
        else:
            for file in files:
                file.unlink(missing_ok=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAll})
