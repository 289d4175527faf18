"""Untested. A recipe of conan 2 that builds the tree it lies in, with the kind of library that the option `shared` selects."""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

PARTS = ("CMakeLists.txt", "LICENSE", "packaging/cmake", "kernel", "cli/recording")
"""What of the tree is built: files and folders."""


class Lanegjk(ConanFile):
    name = "lanegjk"
    license = "MIT"
    description = "Collision queries for very many pairs of convex shapes, one SIMD lane per pair"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    languages = "C"

    @property
    def tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self.tree, "kernel", "include", "lanegjk", "lanegjk.h"))
        self.version = ".".join(re.findall(r"^#define LGJK_VERSION_[A-Z]+ (\d+)$", header, re.M))

    def export_sources(self):
        for part in PARTS:
            pattern = f"{part}/*" if os.path.isdir(os.path.join(self.tree, part)) else part
            copy(self, pattern, src=self.tree, dst=self.export_sources_folder)

    def validate(self):
        if self.settings.compiler == "msvc":
            raise ConanInvalidConfiguration("lanegjk is compiled by gcc or clang: on Windows by those of MinGW-w64")

    def requirements(self):
        self.requires("simde/0.8.2", visible=False)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["LGJK_KINDS"] = "shared" if self.options.shared else "static"
        toolchain.cache_variables["CMAKE_DISABLE_FIND_PACKAGE_OpenMP"] = True  # the adapter would be there by chance
        for part in ("TESTS", "BENCH", "TOOLS", "EXAMPLES"):
            toolchain.cache_variables[f"LGJK_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        for folder in ("cmake", "pkgconfig"):  # which conan writes for each consumer
            rmdir(self, os.path.join(self.package_folder, "lib", folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "lanegjk")
        self.cpp_info.set_property("cmake_target_name", "lanegjk::lanegjk")
        kind = "shared" if self.options.shared else "static"
        self.cpp_info.set_property("cmake_target_aliases", [f"lanegjk::lanegjk_{kind}"])
        self.cpp_info.set_property("pkg_config_name", "lanegjk")
        self.cpp_info.libs = ["lanegjk"]
        if self.settings.os == "Windows" and not self.options.shared:
            self.cpp_info.defines = ["LGJK_STATIC"]
