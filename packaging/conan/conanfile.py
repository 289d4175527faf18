"""Untested. A recipe of conan 2 that builds the tree it lies in."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Lanegjk(ConanFile):
    name = "lanegjk"
    license = "MIT"
    description = "Collision queries for very many pairs of convex shapes, one SIMD lane per pair"
    settings = "os", "compiler", "build_type", "arch"

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, "..", "..", "kernel", "include", "lanegjk", "lanegjk.h"))
        self.version = ".".join(re.findall(r"^#define LGJK_VERSION_[A-Z]+ (\d+)$", header, re.M))

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "packaging/cmake/*", "kernel/*", "cli/recording/*"):
            copy(self, pattern, src=tree, dst=self.export_sources_folder)

    def requirements(self):
        self.requires("simde/0.8.2", visible=False)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for part in ("TESTS", "BENCH", "TOOLS", "EXAMPLES"):
            toolchain.cache_variables[f"LGJK_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "lanegjk")
        self.cpp_info.set_property("cmake_target_name", "lanegjk::lanegjk_static")
        self.cpp_info.libs = ["lanegjk"]
        if self.settings.os == "Windows":
            self.cpp_info.defines = ["LGJK_STATIC"]
