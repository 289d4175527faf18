# The scenes that tests and benchmark share: sources of each dimension, and where their headers are.
set(LGJK_SCENES_DIR ${CMAKE_CURRENT_LIST_DIR})
set(LGJK_SCENES2 ${LGJK_SCENES_DIR}/scenes2.c ${LGJK_SCENES_DIR}/scenes2_crowd.c ${LGJK_SCENES_DIR}/scenes2_shapes.c
                 ${LGJK_SCENES_DIR}/scenes2_touch.c
                 ${LGJK_SCENES_DIR}/scenes2_pile.c)
set(LGJK_SCENES3 ${LGJK_SCENES_DIR}/scenes3.c ${LGJK_SCENES_DIR}/scenes3_rest.c ${LGJK_SCENES_DIR}/scenes3_shapes.c
                 ${LGJK_SCENES_DIR}/scenes3_touch.c
                 ${LGJK_SCENES_DIR}/scenes3_pile.c)
